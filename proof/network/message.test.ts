import { expect, test } from 'vitest'

import { MessageReader, textsOf } from './message.ts'

const startUp = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0])
const query = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1')
const bind = Buffer.from('B\0\0\0\x0aab\0cd\0', 'latin1')

test('messages are found in every cut of a stream', () => {
  const stream = Buffer.concat([startUp, query, bind, query])
  for (let cut = 0; cut <= stream.length; cut += 1) {
    const reader = new MessageReader('client')
    const messages = [...reader.read(stream.subarray(0, cut)), ...reader.read(stream.subarray(cut))]
    expect(messages.map(({ type }) => type)).toEqual(['', 'Q', 'B', 'Q'])
    expect(Buffer.concat(messages.map(({ bytes }) => bytes))).toEqual(stream)
  }
})

test('the texts of a body are read up to the zero byte that ends each', () => {
  const [message] = new MessageReader('server').read(bind)
  expect(textsOf(message!.body, 2)).toEqual(['ab', 'cd'])
  expect(textsOf(message!.body, 3)).toEqual(['ab', 'cd'])
})
