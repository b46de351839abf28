/** The sample customer of the preview. */

export const sampleAddress = {
  address_street: 'Rua das Flores',
  address_district: 'Centro',
  address_city: 'São Paulo',
  address_state: 'SP',
  address_postal_code: '01001000',
  address_complement: null,
  address_number: '100',
  address_country: 'BR',
}

export const sampleText = {
  name: 'Marina Duarte',
  shop: 'Loja Centro',
  rule: 'Compra na loja',
  refused: 'Isto é só uma prévia: nada acontece aqui.',
}
