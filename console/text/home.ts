export const homeText = {
  hello: (name: string) => `Olá, ${name}`,
  version: (version: number, date: string) => `Versão ${version}, publicada em ${date}`,
  waiting: 'O que espera por você',
  nothing: 'Nada espera por você agora.',
  draft: (n: number) => (n === 1 ? 'Rascunho com 1 mudança' : `Rascunho com ${n} mudanças`),
  draftText: 'Só você vê, até publicar.',
  draftMistakes: (n: number) =>
    n === 1
      ? 'Falta corrigir 1 campo antes de publicar.'
      : `Falta corrigir ${n} campos antes de publicar.`,
  draftOld: 'Outra versão foi publicada depois que ele começou.',
  approve: (name: string, n: number) =>
    n === 1 ? `${name} pede para publicar 1 mudança` : `${name} pede para publicar ${n} mudanças`,
  approveText: 'Falta uma segunda pessoa concordar.',
  approveOwn: 'Seu pedido de publicação espera por outra pessoa',
  adjustments: (n: number) =>
    n === 1
      ? '1 ajuste acima do limite espera por você'
      : `${n} ajustes acima do limite esperam por você`,
  ownAdjustments: (n: number) =>
    n === 1
      ? 'Seu pedido de ajuste espera por outra pessoa'
      : `Seus ${n} pedidos de ajuste esperam por outra pessoa`,
  reviews: (n: number) => (n === 1 ? '1 conta para rever' : `${n} contas para rever`),
  reviewText: 'Um limite foi atingido, ou o movimento de um dia saiu do comum.',
  scheduled: (date: string) => `Publicação marcada para ${date}`,
  scheduledBy: (name: string) => `Pedida por ${name}.`,
  suspended: 'Uma publicação foi suspensa',
  suspendedText:
    'Outra versão foi publicada antes, há um campo para corrigir, ou quem pediu já não publica. Confira e peça de novo.',
  webhookOff: 'Um webhook foi desativado',
  webhookFailed: (n: number) =>
    n === 1 ? '1 evento não foi entregue' : `${n} eventos não foram entregues`,
  codes: (name: string, n: number) =>
    n === 0
      ? `${name} está sem códigos`
      : n === 1
        ? `Resta 1 código de ${name}`
        : `Restam ${n} códigos de ${name}`,
  codesText: 'Sem códigos, ninguém consegue trocar por este prêmio.',
  stock: (name: string, n: number) =>
    n === 0
      ? `${name} está esgotado`
      : n === 1
        ? `Resta 1 unidade de ${name}`
        : `Restam ${n} unidades de ${name}`,
  stockText: 'Sem estoque, ninguém consegue trocar por este prêmio.',
  recovery: (n: number) =>
    n === 0
      ? 'Você está sem códigos de recuperação'
      : n === 1
        ? 'Resta 1 código de recuperação'
        : `Restam ${n} códigos de recuperação`,
  recoveryText: 'Gere novos antes que faltem.',
  first: 'Primeiros passos',
  firstText: 'O que um programa precisa para começar.',
  done: 'feito',
  steps: {
    rules: {
      title: 'Diga quantos pontos uma compra dá',
      text: 'A regra de cálculo vale para todas as lojas.',
    },
    prizes: { title: 'Crie o primeiro prêmio', text: 'O que o cliente troca pelos pontos.' },
    appearance: { title: 'Deixe o portal com a sua cara', text: 'Logo, cores e imagem de capa.' },
    keys: {
      title: 'Crie a chave do caixa',
      text: 'Com ela o seu sistema de vendas envia as compras.',
    },
    staff: { title: 'Convide a equipe', text: 'Gerente, atendente, caixa e analista.' },
  },
}
