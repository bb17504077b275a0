// Amounts of money in the person's own way of writing them; the money itself has no name here.

export const showAmount = (hundredths) => {
  const minimumFractionDigits = hundredths % 100 ? 2 : 0;
  const { lang } = document.documentElement;
  const own = navigator.languages.find((tag) => tag.startsWith(lang)) ?? lang;
  return new Intl.NumberFormat(own, { minimumFractionDigits }).format(hundredths / 100);
};
