import { plural } from './plural.ts'

export const levelText = {
  heading: 'Seu nível',
  next: 'Próximo nível',
  chain: 'Níveis',
  chainLabel: 'Os níveis do programa, do primeiro ao último',
  none: 'Ainda sem nível',
  seeAll: 'Ver os níveis',
  here: 'Você está aqui',
  reached: 'Alcançado',
  from: (amount: string) => `A partir de ${amount}`,
  fromStart: 'Desde o começo',
  earnsMore: (percent: number) => `Suas compras rendem ${percent}% a mais`,
  prize: 'Sugestão para trocar',
  moreAbout: (level: string) => `Saiba mais sobre ${level}`,
  rise: (level: string) => `Para chegar a ${level}`,
  riseMissing: (amount: string, level: string) => `Faltam ${amount} para ${level}`,
  riseMissingOne: (amount: string, level: string) => `Falta ${amount} para ${level}`,
  risePercent: (percent: number, level: string) => `${percent}% do caminho para ${level}`,
  riseUntil: (date: string) => `O que você já juntou conta para o próximo nível até ${date}.`,
  of: (have: string, whole: string) => `${have} de ${whole}`,
  percent: (percent: number) => `${percent}%`,
  last: 'Você está no nível mais alto.',
  keep: (level: string) => `Para continuar em ${level}`,
  keepMissing: (level: string, amount: string, date: string) =>
    `${level} é seu até ${date}. Para continuar depois, junte ${amount} até lá.`,
  keepPercent: (level: string, percent: number, date: string) =>
    `${level} é seu até ${date}. Para continuar depois, complete o que falta até lá: você já tem ${percent}%.`,
  kept: (date: string) => `Garantido até ${date}, e no próximo período também.`,
  keptForever: 'Este nível é seu, sem prazo.',
  resetPending: 'Seu período terminou e seu nível está sendo atualizado.',
  lookback: (days: number) =>
    plural(days, {
      zero: 'Contam as compras de hoje.',
      one: 'Contam as compras de hoje.',
      many: 'Contam as compras dos últimos # dias.',
    }),
  renovation: (months: number) =>
    plural(months, {
      zero: '',
      one: 'Seu nível vale por 1 mês e se renova com as suas compras.',
      many: 'Seu nível vale por # meses e se renova com as suas compras.',
    }),
  noLevels: 'Este programa não tem níveis',
  noLevelsText: 'Cada compra já rende o máximo.',
  failed: 'Não conseguimos carregar o seu nível',
} as const
