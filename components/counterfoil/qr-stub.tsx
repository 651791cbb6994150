import { BrandLine } from './brand'
import { QrCode } from './qr-code'
import { NoCode, QrDownloads } from './qr-downloads'
import { qrPath } from './qr-path'

interface QrStubProps {
  url: string
  /** The picture's accessible name, such as "QR code of the payment page". */
  label: string
  /** The name of the downloads, without extension. */
  fileName: string
}

/** The QR code and its downloads. Rendered on the server, it keeps the encoder out of the browser. */
export function QrStub({ url, label, fileName }: QrStubProps) {
  const path = qrPath(url)
  return (
    <div className="flex max-w-full flex-col items-center gap-2.5">
      <BrandLine />
      {path === null ? (
        <NoCode />
      ) : (
        <>
          <QrCode path={path} label={label} className="size-[166px] rounded-sm" />
          <QrDownloads path={path} fileName={fileName} />
        </>
      )}
    </div>
  )
}
