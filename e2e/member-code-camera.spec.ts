/** The demo till reads the customer's code with a camera, whose picture this file writes (D14). */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect } from '@playwright/test'
import { encode } from 'uqr'

import { browser } from './browser.ts'
import {
  at,
  customerField,
  expectAccessible,
  expectNoSidewaysScroll,
  openCode,
  scanButton,
  signUp,
  test,
} from './journey.ts'

const { launchOptions } = await browser()
const video = join(process.env['E2E_DATA']!, 'camera.y4m')
test.use({
  launchOptions: {
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      // Grants each request: a headless Chromium has nobody to ask.
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  },
})
const size = { width: 640, height: 480 }

/** Writes a video of one frame: the QR code of this text on grey, in the format YUV4MPEG2. */
async function showToCamera(text: string): Promise<void> {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 4 })
  const scale = Math.floor((size.height - 40) / modules)
  const [left, top] = [size.width, size.height].map((whole) => (whole - modules * scale) >> 1)
  const luma = Buffer.alloc(size.width * size.height, 128)
  for (let y = 0; y < modules * scale; y += 1) {
    for (let x = 0; x < modules * scale; x += 1) {
      const isDark = data[Math.floor(y / scale)]![Math.floor(x / scale)]
      luma[(top! + y) * size.width + left! + x] = isDark ? 16 : 235
    }
  }
  const chroma = Buffer.alloc(luma.length / 2, 128)
  const header = `YUV4MPEG2 W${size.width} H${size.height} F30:1 Ip A1:1 C420jpeg\n`
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma])
  await writeFile(video, Buffer.concat([Buffer.from(header), frame, frame]))
}

test('the till scans the code on the phone with the camera and finds the customer [D14]', async ({
  page,
  context,
}) => {
  await signUp(page)
  await showToCamera('https://exemplo.com.br')
  const till = await context.newPage()
  await till.goto(at('cafe', '/_demo/caixa'))
  await scanButton(till).click()
  const scanner = till.getByRole('dialog', { name: 'Ler código com a câmera' })
  await expect(scanner).toContainText('Este QR code não é o código do cliente.')
  await expectAccessible(till)
  await expectNoSidewaysScroll(till)
  await scanner.getByRole('button', { name: 'Cancelar' }).click()
  await expect(scanner).toBeHidden()

  const code = await openCode(page)
  await showToCamera(code)
  await scanButton(till).click()
  await expect(till.getByText('Beatriz N. P.')).toBeVisible()
  await expect(scanner).toBeHidden()
  await expect(customerField(till)).toHaveValue(code)
  await till.getByRole('button', { name: 'Registrar venda' }).click()
  await expect(till.getByRole('status').last()).toContainText('Venda registrada')
})
