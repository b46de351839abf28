import { plural } from './plural.ts'

export const level_text = {
  heading: 'Seu nível',
  next: 'Próximo nível',
  chain: 'Níveis',
  chain_label: 'Os níveis do programa, do primeiro ao último',
  none: 'Ainda sem nível',
  see_all: 'Ver os níveis',
  here: 'Você está aqui',
  reached: 'Alcançado',
  from: (amount: string) => `A partir de ${amount}`,
  from_start: 'Desde o começo',
  multiplier: (times: string) => `Suas compras rendem ${times} vezes`,
  prize: 'Prêmio do nível',
  more_about: (level: string) => `Saiba mais sobre ${level}`,
  rise: (level: string) => `Para chegar a ${level}`,
  rise_missing: (amount: string, level: string) => `Faltam ${amount} para ${level}`,
  rise_missing_one: (amount: string, level: string) => `Falta ${amount} para ${level}`,
  rise_percent: (percent: number, level: string) => `${percent}% do caminho para ${level}`,
  rise_until: (date: string) => `Tudo o que você juntou conta até ${date}.`,
  of: (have: string, whole: string) => `${have} de ${whole}`,
  percent: (percent: number) => `${percent}%`,
  last: 'Você está no nível mais alto.',
  keep: (level: string) => `Para continuar em ${level}`,
  keep_missing: (amount: string, date: string) => `Junte mais ${amount} até ${date}.`,
  keep_percent: (percent: number, date: string) =>
    `Você tem ${percent}% do que precisa juntar até ${date}.`,
  kept: (date: string) => `Garantido até ${date}, e no próximo período também.`,
  kept_forever: 'Este nível é seu, sem prazo.',
  falls_to: (level: string, date: string) =>
    `Sem isso, depois de ${date} você passa para ${level}.`,
  falls_out: (date: string) => `Sem isso, depois de ${date} você fica sem nível.`,
  reset_pending: 'Seu período terminou e seu nível está sendo atualizado.',
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
  no_levels: 'Este programa não tem níveis',
  no_levels_text: 'Cada compra já rende o máximo.',
  failed: 'Não conseguimos carregar o seu nível',
} as const
