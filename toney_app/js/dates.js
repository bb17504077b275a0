// Dates and countries in the person's own way of writing them.

const root = () => document.documentElement;
const STYLES = {
  time: { hour: "numeric", minute: "2-digit" },
  near_day: { weekday: "long", day: "numeric", month: "long" },
  day: { day: "numeric", month: "long" },
  weekday: { weekday: "long" },
  weekday_day: { weekday: "long", day: "numeric", month: "long" },
  short: { weekday: "short" },
  month: { month: "long" },
  month_year: { month: "long", year: "numeric" },
};
const DAY = 86_400_000;
// Today and yesterday in words; a day without a time is the person's own.
const nearDay = (iso, lang, now) => {
  const [year, month, day] = iso.slice(0, 10).split("-").map(Number);
  const days = Math.round((new Date(year, month - 1, day) - now.setHours(0, 0, 0, 0)) / DAY);
  if (days > 0 || days < -1) return "";
  return new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(days, "day");
};
// A clock of 24 hours has two digits for each, in every language: 01:00 as 19:11.
const onClock = (own, form) => {
  const is24 = new Intl.DateTimeFormat(own, form).resolvedOptions().hourCycle === "h23";
  return is24 ? { ...form, hour: "2-digit" } : form;
};
export const showDate = (iso, style) => {
  if (!iso) return "";
  const { lang } = root();
  const near = style === "near_day" && nearDay(iso, lang, new Date());
  if (near) return near;
  const own = navigator.languages.find((tag) => tag.startsWith(lang)) ?? lang;
  const zone = iso.length === 10 ? { timeZone: "UTC" } : {};
  const isOld = style === "day" && !iso.startsWith(String(new Date().getFullYear()));
  const form = { ...STYLES[style], ...zone, ...isOld && { year: "numeric" } };
  return new Intl.DateTimeFormat(own, style === "time" ? onClock(own, form) : form)
    .format(new Date(iso));
};
export const showRegion = (code) => (
  code && new Intl.DisplayNames([root().lang], { type: "region" }).of(code)
);
export const byName = (codes) => {
  const { compare } = new Intl.Collator(root().lang);
  return codes.toSorted((one, other) => compare(showRegion(one), showRegion(other)));
};
