/**
 * Reads a customer's code with the camera (D14). The page imports this script when the cashier presses the button. A browser
 * without a BarcodeDetector for QR codes then loads the decoder that the server has beside this script.
 */

const frame_ms = 100

/** Opens the camera's dialog. Resolves to the code, or to null after Esc or 'Cancelar'. Throws where there is no camera. */
export async function scan(dialog) {
  const camera = { video: { facingMode: 'environment', width: { ideal: 1280 } } }
  // Without TLS a browser has no mediaDevices: a TypeError then, as for a refused camera a DOMException.
  const stream = await navigator.mediaDevices.getUserMedia(camera)
  try {
    const detector = await openDetector()
    const video = dialog.querySelector('video')
    video.srcObject = stream
    dialog.returnValue = ''
    dialog.showModal()
    await video.play()
    return await firstCode(dialog, detector, video)
  } finally {
    for (const track of stream.getTracks()) track.stop()
    dialog.close()
  }
}

async function openDetector() {
  const options = { formats: ['qr_code'] }
  const own = globalThis.BarcodeDetector
  const formats = (await own?.getSupportedFormats().catch(() => [])) ?? []
  if (formats.includes('qr_code')) return new own(options)
  const { BarcodeDetector } = await import('/_demo/caixa/decoder/decode.js')
  return new BarcodeDetector(options)
}

/** Looks at a frame after the other while the dialog is open. Another QR code is named, and the search goes on. */
async function firstCode(dialog, detector, video) {
  const state = dialog.querySelector('output')
  state.textContent = ''
  while (dialog.open) {
    const [found] = await detector.detect(video)
    if (found?.rawValue.startsWith('F1.')) return found.rawValue
    if (found) state.textContent = state.dataset.other
    await new Promise((resolve) => setTimeout(resolve, frame_ms))
  }
  return null
}
