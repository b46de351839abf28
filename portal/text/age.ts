export const ageText = {
  explanation: (company: string) => `${company} pede a sua idade para mostrar o programa.`,
  yes: 'Sim',
  no: 'Não',
} as const
