import { useEffect, useRef, useState } from 'react'

import { useDocument, useForms } from '#console/programme/draft/programme-context.ts'
import { previewText } from '#console/text/preview.ts'
import { previewAddress, type PreviewScreen, previewScreens } from '#contract/programme/preview.ts'

import styles from './preview.module.css'

type Size = 'phone' | 'desk'

const screens = Object.keys(previewScreens) as PreviewScreen[]
const sizes: Size[] = ['phone', 'desk']
/** px of the portal's window in each frame. */
const widths: Record<Size, number> = { phone: 390, desk: 1280 }
/** The frame loads this time after a saved edit, so that it does not load while the person goes on typing. */
const reload_ms = 500

/** `prize`: the position of the prize that the screen `prize` shows. */
export type PreviewProps = { first: PreviewScreen; prize?: number | undefined }

/** The portal itself with the draft, a sample customer and no connection. */
export default function Preview({ first, prize }: PreviewProps) {
  const [screen, setScreen] = useState(first)
  const [size, setSize] = useState<Size>('phone')
  const { mistakes } = useForms()
  const revision = useShownRevision()
  return (
    <aside className={styles.preview} aria-label={previewText.title}>
      <div className={styles.tools}>
        <select
          aria-label={previewText.screen}
          className={styles.select}
          value={screen}
          onChange={(event) => setScreen(event.target.value as PreviewScreen)}
        >
          {screens.map((one) => (
            <option key={one} value={one}>
              {previewText.screens[one]}
            </option>
          ))}
        </select>
        <div className={styles.sizes}>
          {sizes.map((one) => (
            <button
              key={one}
              type="button"
              className={styles.size}
              aria-pressed={size === one}
              onClick={() => setSize(one)}
            >
              {previewText[one]}
            </button>
          ))}
        </div>
      </div>
      {mistakes.length > 0 && <p className={styles.mistaken}>{previewText.mistaken}</p>}
      <Frame key={size} size={size} address={`${previewAddress(screen, prize)}&r=${revision}`} />
      <p className={styles.sample}>{previewText.sample}</p>
    </aside>
  )
}

/** The revision of the draft that the frame shows: the newest that is saved and has no mistake. */
function useShownRevision(): number {
  const { store, mistakes } = useForms()
  const { state } = useDocument()
  const saved = store.revision()
  const [shown, setShown] = useState(saved)
  const isShowable = state === 'saved' && mistakes.length === 0
  // An effect, because the frame loads only after a delay.
  useEffect(() => {
    if (!isShowable || saved === shown) return undefined
    const timer = setTimeout(() => setShown(saved), reload_ms)
    return () => clearTimeout(timer)
  }, [isShowable, saved, shown])
  return shown
}

/**
 * The portal's window at its own width, made smaller to fit. Without `sandbox`: the portal's scripts need their own origin, with which
 * a sandbox does nothing (.oxlintrc.json). The page's policy forbids all connections instead.
 */
function Frame({ size, address }: { size: Size; address: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(1)
  // An effect, because the room is known only in the page.
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const observer = new ResizeObserver(() =>
      setScale(Math.min(1, element.clientWidth / widths[size])),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [size])
  return (
    <div ref={place} className={styles.frame} data-size={size}>
      <iframe
        title={previewText.title}
        src={address}
        className={styles.portal}
        style={{ width: widths[size], height: `${100 / scale}%`, scale: String(scale) }}
      />
    </div>
  )
}
