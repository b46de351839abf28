import { encode } from 'uqr'

/** Light modules on each side, as ISO/IEC 18004 requires. */
const quietZone = 4

/**
 * A QR code, dark on light in both colour schemes, because scanners need it. In its own chunk: only vouchers
 * and the member code use it.
 */
export default function QrCode({ content, label }: { content: string; label: string }) {
  const { data, size } = encode(content, { ecc: 'M', border: quietZone })
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      data-qr-code={content}
    >
      <rect width={size} height={size} fill="white" />
      <path d={dark.join('')} fill="black" />
    </svg>
  )
}
