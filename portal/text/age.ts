export const age_text = {
  explanation: (company: string) => `${company} pede a sua idade para mostrar o programa.`,
  yes: 'Sim',
  no: 'Não',
} as const
