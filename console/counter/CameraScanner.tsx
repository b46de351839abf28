import { useEffect, useRef, useState } from 'react'

import { counterText } from '#console/text/counter.ts'
import { shellText } from '#console/text/shell.ts'
import { Sheet } from '#ui/overlay/Dialog.tsx'

import { isMemberCode } from './customer-key.ts'

import styles from './counter.module.css'

type CameraScannerProps = {
  onCode: (code: string) => void
  /** There is no camera, or the person refused it. */
  onRefused: () => void
  onClose: () => void
}

/** Reads a customer's code with the camera (D14). Another QR code is named, and the search goes on. */
export function CameraScanner({ onCode, onRefused, onClose }: CameraScannerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [isOther, setOther] = useState(false)
  const latest = useRef({ onCode, onRefused })
  // An effect, because the camera is outside of React.
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    void scan(video.current!, signal, () => setOther(true)).then(
      (code) => code !== null && latest.current.onCode(code),
      () => !signal.aborted && latest.current.onRefused(),
    )
    return () => ending.abort()
  }, [])
  return (
    <Sheet title={counterText.scanTitle} closeLabel={shellText.close} onClose={onClose}>
      <p>{counterText.scanText}</p>
      <video ref={video} className={styles.video} muted playsInline />
      <output className={styles.soft}>{isOther && counterText.scanOther}</output>
    </Sheet>
  )
}

/** Between two looks at the camera's picture: a decoder needs about 30 ms for one. */
const frame_ms = 100

/** The customer's code that the camera sees; null after `signal`. Throws where there is no camera. */
async function scan(
  video: HTMLVideoElement,
  signal: AbortSignal,
  tellOther: () => void,
): Promise<string | null> {
  const camera = { video: { facingMode: 'environment', width: { ideal: 1280 } } }
  // Without TLS a browser has no mediaDevices: a TypeError then, as for a refused camera a DOMException.
  const stream = await navigator.mediaDevices.getUserMedia(camera)
  try {
    const detector = await openDetector()
    video.srcObject = stream
    await video.play()
    while (!signal.aborted) {
      const [found] = await detector.detect(video)
      if (found && isMemberCode(found.rawValue)) return found.rawValue
      if (found) tellOther()
      await new Promise((resolve) => setTimeout(resolve, frame_ms))
    }
    return null
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}

type Detector = { detect: (image: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<readonly string[]>
}

/** The browser's own detector, or where it has none for QR codes the decoder of a chunk of its own. */
async function openDetector(): Promise<Detector> {
  const options = { formats: ['qr_code'] }
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass }
  // A browser that cannot tell its formats gets the decoder, too.
  const formats = (await Own?.getSupportedFormats().catch(() => [])) ?? []
  if (Own && formats.includes('qr_code')) return new Own(options)
  const { BarcodeDetector } = await import('qr/decode.js')
  return new BarcodeDetector({ formats: ['qr_code'] })
}
