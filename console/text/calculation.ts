/** The words of 'Como calculamos': how the points of a purchase were calculated (D4). */

export const calculationText = {
  rule: 'Regra',
  ruleWith: (rule: string, rate: string) => `${rule} · ${rate}`,
  percentage: (rate: string) => `${rate}% da compra`,
  perReal: (rate: string, isSingular: boolean) =>
    `${rate} ${isSingular ? 'ponto' : 'pontos'} por R$ 1`,
  purchase: 'Valor da compra',
  paidWithPoints: 'Pago com pontos',
  counted: 'Valor que conta',
  multiplier: 'Multiplicador do nível',
  minimum: 'Compra mínima',
  notReached: (minimum: string) => `${minimum}, não alcançada`,
  cap: 'Limite por compra',
}
