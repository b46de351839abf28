import { plural } from './plural.ts'

export const privacyText = {
  heading: 'Meus dados',
  explanation: 'Leve uma cópia de tudo o que guardamos sobre você, ou exclua a sua conta.',
  download: 'Baixar meus dados',
  downloaded: 'Pronto! Seus dados estão no arquivo.',
  fileName: 'meus-dados.json',
  erase: 'Excluir minha conta',
  offlineDownload: 'Sem conexão: baixe quando a internet voltar.',
  offlineErase: 'Sem conexão: a exclusão precisa da internet.',

  title: 'Excluir a sua conta?',
  forfeits: 'Você perde:',
  vouchers: (count: number) =>
    plural(count, {
      zero: 'nenhum voucher',
      one: '1 voucher que ainda não foi retirado',
      many: '# vouchers que ainda não foram retirados',
    }),
  nothing: 'Você não tem saldo nem vouchers a perder.',
  held: 'Um pedido aberto no caixa também é cancelado.',
  erased:
    'Apagamos na hora: seu cadastro, avisos, favoritos e o acesso em todos os aparelhos. Não dá para desfazer.',
  stays:
    'Ficam, sem o seu nome: o registro das compras e dos pontos, que a empresa precisa guardar. Uma marca cifrada do seu documento fica só para que benefícios de boas-vindas não se repitam.',
  whyPassword: 'Para excluir, confirme que é você.',
  signInAgain: 'Sair e entrar de novo',
  confirm: 'Excluir minha conta',
  cancel: 'Cancelar',
  /** This sentence is true whether the account is gone or only the session. */
  unknown:
    'A sua sessão terminou antes da resposta do servidor. Não sabemos se a conta foi excluída: para conferir, tente entrar de novo.',
  done: 'Sua conta foi excluída. Obrigado pelo tempo com a gente.',
} as const
