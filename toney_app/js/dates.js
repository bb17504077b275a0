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
// In English 6:30 pm if the browser has 12 hours, as its own fields for a time do; else 18:30, also
// in Spanish. times.py says the same.
const showTime = (own, at, form) => {
  const [first] = navigator.languages;
  const { hour12 } = new Intl.DateTimeFormat(first, form).resolvedOptions();
  const clock = hour12 && own.startsWith("en")
    ? { hourCycle: "h12" } : { hour: "2-digit", hourCycle: "h23" };
  const said = new Intl.DateTimeFormat(own, { ...form, ...clock }).format(at);
  return said.toLowerCase().replaceAll(".", "");
};
// The language of the page with the region of the browser.
export const ownTag = () => {
  const { lang } = root();
  const region = /-[A-Z]{2}$/.exec(navigator.languages[0])?.[0] ?? "";
  return navigator.languages.find((tag) => tag.startsWith(lang)) ?? lang + region;
};
export const showDate = (iso, style) => {
  if (!iso) return "";
  const { lang } = root();
  const near = style === "near_day" && nearDay(iso, lang, new Date());
  if (near) return near;
  const own = ownTag();
  const zone = iso.length === 10 ? { timeZone: "UTC" } : {};
  const isOld = ["day", "month"].includes(style) && !iso.startsWith(String(new Date().getFullYear()));
  const form = { ...STYLES[style], ...zone, ...isOld && { year: "numeric" } };
  const at = new Date(iso);
  return style === "time" ? showTime(own, at, form) : new Intl.DateTimeFormat(own, form).format(at);
};
// “Rumanía” is only Spain's spelling: everyone else who reads Spanish has “Rumania”.
export const regionNames = () => {
  const { lang } = root();
  const tag = lang === "es" && ownTag() !== "es-ES" ? "es-419" : lang;
  return new Intl.DisplayNames([tag], { type: "region" });
};
export const showRegion = (code) => code && regionNames().of(code);
export const byName = (codes) => {
  const { compare } = new Intl.Collator(root().lang);
  return codes.toSorted((one, other) => compare(showRegion(one), showRegion(other)));
};
