/** The sentence of a mistake in the words of the forms: the contract's sentences name fields as company.yaml does. */

const sentences: Record<string, string> = {
  'hide_points e hide_cashback juntos não deixam nada para mostrar: escolha um dos dois':
    'Sem pontos e sem dinheiro não há nada para mostrar: esconda só um dos dois',
  'allow_to_age é menor que allow_from_age': 'A idade máxima é menor que a mínima',
  'is_age_gate_enabled pede age_gate_url': 'Diga para onde vai quem não tem a idade',
  'Uma empresa com níveis precisa de levels_system': 'Escolha como os níveis contam',
  'subsidiaries_strict pede subsidiaries': 'Para recusar lojas de fora, cadastre as suas lojas',
  'Dois prêmios têm a mesma key': 'Dois prêmios têm a mesma palavra',
  'hero picture mostra a imagem do banner: escreva um banner':
    'Este fundo mostra a imagem do banner: crie um banner',
  'Use no máximo 1 casa decimal em PERCENTAGE e 3 em POINTS_PER_REAL':
    'Use no máximo 1 casa decimal em uma porcentagem e 3 em pontos por real',
  'valid_to é anterior a valid_from': 'O último dia é anterior ao primeiro',
  'ends_at é anterior a starts_at': 'O último dia é anterior ao primeiro',
  'Use o nome de um arquivo .svg, .png, .jpg, .webp ou .avif desta pasta': 'Escolha uma imagem',
  'Use #RRGGBB': 'Escolha uma cor, como #3F51B5',
  'Use um fuso horário IANA, como America/Sao_Paulo': 'Escolha um fuso horário',
}

export function mistakeSentence(sentence: string): string {
  return (sentences[sentence] ?? sentence)
    .replace(
      /precisa de um trigger_amount maior que o do anterior/,
      'precisa começar acima do anterior',
    )
    .replace(/^A regra (.*) tem a key da regra /, 'A regra $1 tem a palavra da regra ')
}
