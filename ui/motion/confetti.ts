/** Each piece is an element with an animation of its own, so there are few. */
const pieces = 36
/** ms of one piece. */
const duration_ms = 1_400

/**
 * Lets confetti in the brand's colours fall once, above everything that is open. Decoration: a press goes through it, and a screen
 * reader does not hear it. Nothing under reduced motion.
 */
export function throwConfetti(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const layer = document.createElement('div')
  layer.ariaHidden = 'true'
  layer.dataset['part'] = 'confetti'
  Object.assign(layer.style, {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    margin: '0',
    padding: '0',
    border: '0',
    overflow: 'hidden',
    background: 'none',
    pointerEvents: 'none',
  })
  // The top layer: a dialog may be open.
  layer.popover = 'manual'
  const falls = Array.from({ length: pieces }, (_, at) => fall(layer, at))
  document.body.append(layer)
  layer.showPopover()
  void Promise.allSettled(falls.map((start) => start().finished)).then(() => layer.remove())
}

const colours = ['var(--brand)', 'var(--brand-text)', 'var(--warning)', 'var(--success)']

/** Adds a piece. Returns the function that starts its fall, once the layer is in the page. */
function fall(layer: HTMLElement, at: number): () => Animation {
  const piece = document.createElement('i')
  const size_px = 6 + Math.random() * 6
  Object.assign(piece.style, {
    position: 'absolute',
    top: '-1rem',
    left: `${(100 * (at + Math.random())) / pieces}%`,
    width: `${size_px}px`,
    height: `${size_px * 1.6}px`,
    borderRadius: '2px',
    background: colours[at % colours.length],
  })
  layer.append(piece)
  const drift_px = (Math.random() - 0.5) * 160
  const turn_deg = 360 + Math.random() * 540
  return () =>
    piece.animate(
      [
        { transform: 'none', opacity: 1 },
        {
          transform: `translate(${drift_px}px, 70vh) rotate3d(1, 1, 0.5, ${turn_deg}deg)`,
          opacity: 0,
        },
      ],
      {
        duration: duration_ms * (0.7 + Math.random() * 0.3),
        delay: Math.random() * 200,
        easing: 'cubic-bezier(0.2, 0.6, 0.5, 1)',
        fill: 'both',
      },
    )
}
