/** A real Chromium out of an npm package where there is one for this machine, else the one that is installed. */

import chromium from '@sparticuz/chromium'

/** Launch options for Playwright. */
export async function browser() {
  if (process.platform !== 'linux') return { channel: 'chrome' }
  // It brings the libraries that a bare Linux lacks, if it believes that it runs where these are always missing.
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs24.x'
  return {
    launchOptions: {
      executablePath: await chromium.executablePath(),
      // Not the package's own arguments: they switch web security off, which is what we test.
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-component-update'],
    },
  }
}
