/** Finds a Chromium: from an npm package on Linux, else the installed Chrome. */

import { tmpdir } from 'node:os'
import { join } from 'node:path'

import chromium from '@sparticuz/chromium'

/** Launch options for Playwright. */
export async function browser() {
  if (process.platform !== 'linux') return { channel: 'chrome' }
  // The package unpacks the shared libraries that a bare Linux lacks only if it believes that it runs on AWS Lambda.
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs24.x'
  return {
    launchOptions: {
      executablePath: await chromium.executablePath(),
      // Do not use the package's own arguments: they disable web security, which the tests rely on.
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-component-update'],
    },
  }
}

/**
 * The launch options of Chrome for pictures. They add the package's Open Sans, because the only font of a bare Linux is wider than
 * the font of a phone.
 */
export async function browserForPictures() {
  const found = await browser()
  if ('channel' in found) return found
  return {
    ...found.launchOptions,
    env: { ...process.env, FONTCONFIG_PATH: join(tmpdir(), 'fonts') } as Record<string, string>,
  }
}
