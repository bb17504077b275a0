// Dates and countries in the person's own way of writing them.

const root = () => document.documentElement;
const STYLES = {
  time: { hour: "numeric", minute: "2-digit" },
  day: { day: "numeric", month: "long" },
  weekday: { weekday: "long" },
  weekday_day: { weekday: "long", day: "numeric", month: "long" },
  short: { weekday: "short" },
  month: { month: "long" },
  month_year: { month: "long", year: "numeric" },
};
export const showDate = (iso, style) => {
  if (!iso) return "";
  const { lang } = root();
  const own = navigator.languages.find((tag) => tag.startsWith(lang)) ?? lang;
  const zone = iso.length === 10 ? { timeZone: "UTC" } : {};
  const isOld = style === "day" && !iso.startsWith(String(new Date().getFullYear()));
  const form = { ...STYLES[style], ...zone, ...isOld && { year: "numeric" } };
  return new Intl.DateTimeFormat(own, form).format(new Date(iso));
};
export const showRegion = (code) => (
  code && new Intl.DisplayNames([root().lang], { type: "region" }).of(code)
);
export const byName = (codes) => {
  const { compare } = new Intl.Collator(root().lang);
  return codes.toSorted((one, other) => compare(showRegion(one), showRegion(other)));
};
