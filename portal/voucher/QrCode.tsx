import { encode } from 'uqr'

/** Four light modules around it, as the standard asks (ISO/IEC 18004). */
const quiet_zone = 4

/** Dark on light whatever the scheme: a scanner reads no other. In a chunk of its own: only a voucher needs it. */
export default function QrCode({ content, label }: { content: string; label: string }) {
  const { data, size } = encode(content, { ecc: 'M', border: quiet_zone })
  const dark = data.flatMap((row, y) =>
    row.flatMap((is_dark, x) => (is_dark ? [`M${x} ${y}h1v1h-1z`] : [])),
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
