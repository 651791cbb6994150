import type { QrPath } from './qr-path'

interface QrCodeProps {
  path: QrPath
  label: string
  className?: string
}

export function QrCode({ path: { size, d }, label, className }: QrCodeProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path className="fill-qr-paper" d={`M0 0h${size}v${size}H0z`} />
      <path className="fill-qr-ink" d={d} />
    </svg>
  )
}
