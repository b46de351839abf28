/** The sections of the programme's screens. */

export const sectionText = {
  rules: {
    title: 'Regras de compra',
    text: 'Como uma compra ganha pontos. O caixa pode escolher uma regra; se não escolhe, vale a primeira.',
  },
  sales: { title: 'Devoluções e espera', text: '' },
  levelSystem: { title: 'Como os níveis contam', text: '' },
  levels: { title: 'Lista de níveis', text: 'Do mais baixo ao mais alto.' },
  prizeWord: {
    title: 'A palavra para prêmio',
    text: 'As frases do portal concordam com a palavra. Endereços e sistemas não mudam.',
  },
  prizes: { title: 'Prêmios', text: '' },
  promotions: { title: 'Lista de promoções', text: 'O que dá pontos além das compras.' },
  identity: { title: 'Nome', text: '' },
  colours: { title: 'Cores', text: 'Os tons dos modos claro e escuro saem delas.' },
  look: { title: 'Visual', text: '' },
  pictures: { title: 'Logos e imagens', text: '' },
  banner: { title: 'Banner', text: '' },
  home: { title: 'Saudação', text: '' },
  howItWorks: { title: 'Como funciona', text: '' },
  faq: { title: 'Perguntas frequentes', text: '' },
  footer: { title: 'Rodapé', text: '' },
  legal: { title: 'Termos e privacidade', text: '' },
  emails: { title: 'Emails aos clientes', text: '' },
  shops: {
    title: 'Lista de lojas',
    text: 'Com o nome que o caixa delas envia. Maiúsculas e acentos não fazem diferença.',
  },
  display: { title: 'Como os valores aparecem', text: '' },
  age: { title: 'Idade', text: '' },
  visits: { title: 'Cookies e análise de visitas', text: '' },
  club: { title: 'Clube de assinatura', text: '' },
  retention: { title: 'Tempo de guarda dos dados', text: '' },
  adjustments: {
    title: 'Ajustes de saldo',
    text: 'Pontos que a equipe dá ou retira à mão.',
  },
  approvals: { title: 'Aprovações', text: '' },
  webhooks: {
    title: 'Webhooks',
    text: 'Endereços do sistema da empresa que recebem os acontecimentos.',
  },
  addresses: { title: 'Endereços', text: '' },
  state: { title: 'Portal', text: '' },
  files: {
    title: 'Serviços com arquivos',
    text: 'Entrada com Google, Facebook ou celular e cartões da carteira precisam de chaves em arquivos. Quem cuida do servidor os põe na pasta da empresa e a aplica; aqui você só vê o que está ligado.',
  },
} as const

export type SectionId = keyof typeof sectionText
