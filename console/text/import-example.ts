/** The example file, which a company fills in. docs/company-guide.md shows the same lines. */

export const exampleFile = [
  'document;name;email;phone;birthdate;opt_in_marketing;points;value;expires_at;external_id',
  '529.982.247-25;Marina Duarte;marina@exemplo.com.br;(11) 98765-4321;31/12/1990;sim;1.250;12,50;31/12/2027;saldo-1',
  '529.982.247-25;;;;;;300;3,00;;saldo-2',
  '11144477735;João Lima;;;1985-02-28;não;80;0,80;2027-06-30;saldo-3',
  '',
].join('\r\n')
