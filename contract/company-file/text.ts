/** The output of `fiel company`. The sentences about a field are in mistake.ts. */

import { counted } from '#contract/value/money.ts'

type Contents = { images: number; levels: number; prizes: number; promotions: number }

export const commandText = {
  written: (folder: string) =>
    `${folder} foi escrita. Em seguida: npm run company -- preview ${folder}`,
  valid: (slug: string, folder: string, { images, levels, prizes, promotions }: Contents) => {
    const contents = [
      counted(images, 'imagem', 'imagens'),
      counted(levels, 'nível', 'níveis'),
      counted(prizes, 'prêmio', 'prêmios'),
      counted(promotions, 'promoção', 'promoções'),
    ]
    return `${slug}: ${folder} pode ser aplicada (${contents.join(', ')})`
  },
  unchanged: (slug: string) => `${slug}: nada a mudar`,
  question: 'Aplicar? [s/N] ',
  unanswered: 'Nada foi aplicado: responda s, ou use --yes em um script.',
  outdated: 'Nada foi aplicado: a empresa mudou depois que a diferença foi mostrada.',
  ofConsole: (slug: string, version: number) =>
    `Nada foi aplicado: a versão ${version} de ${slug} foi publicada no console depois desta pasta. Exporte-a e una as mudanças, ou use --replace.`,
  applied: (slug: string) => `${slug}: aplicada`,
  exported: (slug: string, folder: string) => `${slug}: escrita em ${folder}`,
  unknown: (slug: string) => `Não há empresa ${slug}: aplique a pasta dela antes.`,
  sandboxReady: (slug: string) =>
    `${slug}: pronta. Em seguida: npm run partner -- key ${slug.split('/')[0]} "Caixa de teste" --test`,
  noSandbox: (slug: string) => `${slug} não tem sandbox: npm run company -- sandbox ${slug}`,
  sandboxOfSandbox: (slug: string) => `${slug} já é um sandbox.`,
  notExported: (slug: string) => `${slug} é um sandbox: exporte a própria empresa.`,
  badWebhook: (url: string) => `--webhook é ${url}: use um endereço https.`,
  released: (slug: string, host: string) =>
    `${host} não está mais reservado para ${slug}: outra empresa pode usá-lo.`,
  /** The sentence of the audit log. */
  hostReleased: (actor: string, host: string) =>
    `${actor} liberou o endereço ${host} para outras empresas`,
  notReserved: (slug: string, host: string) =>
    `${host} não está reservado para ${slug}: só se libera um endereço que a empresa deixou.`,
  notEmpty: (folder: string) => `${folder} não está vazia: escolha uma pasta vazia.`,
}

/** The questions of `new`. */
export const questionText = {
  name: 'Nome da empresa',
  slug: 'Slug, para os comandos',
  program: 'Nome do programa',
  domain: 'Endereço do portal',
  color: 'Cor, #RRGGBB',
  mode: 'Valores em POINTS, CASH ou PERCENTAGE',
  rate: 'Quanto uma compra rende: pontos por real, ou por cento',
}

/** Mistakes that a field alone does not show: of files, of other companies, of the past. */
export const folderText = {
  noFile: 'este arquivo não existe',
  unreadableYaml: (reason: string) => `o YAML não pode ser lido: ${reason}`,
  notUtf8: 'há letras que não estão em UTF-8: salve o arquivo nessa codificação',
  repeatedField: 'este campo está repetido',
  badAliases: 'um *nome não tem &nome antes dele, ou as repetições são demais',
  tooManyLines: (max: number) => `mais de ${counted(max, 'linha', 'linhas')}`,
  repeatedCode: 'o mesmo código outra vez',
  leftOut: (marks: string[]) => `ficou de fora: ${marks.join(' ')}`,
  hostOfAnother: (slug: string) => `${slug}: um dos seus endereços é de outra empresa`,
  hostReserved: (slug: string, host: string, former: string, day: string) =>
    `${slug}: ${host} foi de ${former} e fica reservado até ${day}. Para liberar antes: npm run company -- release ${former} ${host}`,
  timeZoneStays: (zone: string) =>
    `Fica ${zone}: a empresa já tem registros, cujos dias são desse fuso`,
}

/** The mistakes of a picture. Each text follows the name of the picture. */
export const pictureText = {
  tooLarge: (max_bytes: number) => `tem mais de ${max_bytes} bytes`,
  tooManyPixels: (max: number) => `tem mais de ${max} pixels`,
  tooLong: (side_px: number, max_px: number) =>
    `tem ${side_px} px de lado: use no máximo ${max_px} px`,
  unknown: 'não é uma imagem SVG, PNG, JPEG, WebP ou AVIF',
  otherFormat: (media_type: string) => `contém uma imagem ${media_type}`,
  unreadable: 'não pode ser lida como imagem',
  hasStyle: 'contém um DOCTYPE ou uma folha de estilo',
  hasScript: 'contém um script',
  loads: 'carrega algo de outro lugar',
  hasPrefix: 'tem nomes com prefixo, como inkscape:label: salve-o como SVG simples',
  hasEntity: 'tem códigos no lugar de letras, como &#104;: escreva as letras',
  hasEscape: 'tem uma barra invertida, que esconde o que ele carrega',
  hasEncoding: 'não está em UTF-8',
}

/** The mistakes of a file for a wallet. Each text follows the name of the file. */
export const credentialText = {
  endsOn: (day: string) => `seu certificado vence em ${day}`,
  noCertificate: 'não tem o certificado da sua chave privada',
  noIssuer: 'não tem o certificado da Apple que emitiu o do passe (WWDR): acrescente-o',
  ended: (day: string) => `contém um certificado que venceu em ${day}: renove-o`,
  early: (day: string) => `contém um certificado que só vale a partir de ${day}`,
  noPassType: 'não contém o certificado de um tipo de passe: o subject precisa de UID=pass.… e OU',
  unreadableCertificate: 'contém um certificado que não pode ser lido',
  noServiceAccount: 'não é o arquivo JSON da chave de uma conta de serviço',
  noKey: 'não tem uma chave privada sem senha',
  notRsa: 'contém uma chave privada que não é RSA',
  unreadableKey: 'contém uma chave privada que não pode ser lida',
}

/** The losses of customers and tills when a file is applied. */
export const lossText = {
  host: (host: string) =>
    `! ${host}: este endereço deixa de abrir o portal, também nos links já enviados`,
  console: (host: string) =>
    `! ${host}: este endereço deixa de abrir o console, e as chaves de acesso da equipe deixam de valer`,
  level: (name: string, customers: number) =>
    `! levels[${name}]: ${counted(customers, 'cliente tem', 'clientes têm')} este nível; cada um passa ao nível que os seus pontos alcançam`,
  prize: (key: string, vouchers: number) =>
    `! prizes[${key}]: ${counted(vouchers, 'voucher aberto continua valendo', 'vouchers abertos continuam valendo')}; o prêmio sai da lista`,
  prizeUnderOtherKey: (key: string, other: string) =>
    `! prizes[${key}]: agora é prizes[${other}]: com outra key é outro prêmio, sem os favoritos nem os códigos do anterior`,
  promotion: (code: string, activations: number) =>
    `! promotions[${code}]: já foi ativada ${counted(activations, 'vez', 'vezes')}; ninguém mais pode ativá-la`,
  rule: (key: string) => `! calculation_rules[${key}]: um caixa que a nomear será recusado`,
  ruleUnderOtherKey: (key: string) =>
    `! calculation_rules[${key}]: mudou de key; um caixa que ainda a chama de ${key} será recusado`,
  shop: (name: string, isRefused: boolean) =>
    `! subsidiaries[${name}]: um caixa que disser este nome ${isRefused ? 'será recusado' : 'recebe um aviso'}`,
}

/** The same losses as sentences of the console, without paths of the file. */
export const lossSentences: typeof lossText = {
  host: (host) => `${host} deixa de abrir o portal, também nos links já enviados`,
  console: (host) =>
    `${host} deixa de abrir este console, e as chaves de acesso da equipe deixam de valer`,
  level: (name, customers) =>
    `${counted(customers, 'cliente tem', 'clientes têm')} o nível ${name}; cada um passa ao nível que os seus pontos alcançam`,
  prize: (key, vouchers) =>
    `O prêmio ${key} sai da lista; ${counted(vouchers, 'voucher aberto dele continua valendo', 'vouchers abertos dele continuam valendo')}`,
  prizeUnderOtherKey: (key, other) =>
    `O prêmio ${key} agora é ${other}: com outra chave é outro prêmio, sem os favoritos nem os códigos do anterior`,
  promotion: (code, activations) =>
    `A promoção ${code} já foi ativada ${counted(activations, 'vez', 'vezes')}; ninguém mais pode ativá-la`,
  rule: (key) => `Um caixa que chamar a regra ${key} será recusado`,
  ruleUnderOtherKey: (key) =>
    `A regra ${key} mudou de chave; um caixa que ainda a chama assim será recusado`,
  shop: (name, isRefused) =>
    `Um caixa que disser a loja ${name} ${isRefused ? 'será recusado' : 'recebe um aviso'}`,
}

/** How a picture of the folder differs from the applied one. */
export const pictureDifferenceText = {
  added: 'nova imagem',
  removed: 'imagem',
  changed: 'outra imagem',
}
