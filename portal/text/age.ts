export const ageText = {
  from: (from: number) => `Este programa é para quem tem a partir de ${from} anos.`,
  between: (from: number, to: number) =>
    `Este programa é para quem tem entre ${from} e ${to} anos.`,
  to: (to: number) => `Este programa é para quem tem até ${to} anos.`,
  yes: 'Sim',
  no: 'Não',
} as const
