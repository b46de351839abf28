import { expect, test } from 'vitest'

import { partsOf } from './page.ts'

const server = '# Evidence\n\nThe servers.\n\n'
const citus = '# Evidence of a Citus cluster\n\nThe cluster.\n\n'
const proofs = '# Evidence of the proofs\n\nThe proofs.\n'

test.each([
  [server + citus + proofs, { server, citus, proofs }],
  [server + citus, { server, citus, proofs: '' }],
  [server + proofs, { server, citus: '', proofs }],
  [server, { server, citus: '', proofs: '' }],
  ['', { server: '', citus: '', proofs: '' }],
])('the page is cut into the parts of the commands that write it: %j', (text, parts) => {
  expect(partsOf(text)).toEqual(parts)
})
