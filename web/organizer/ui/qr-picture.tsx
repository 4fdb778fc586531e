// A text as a QR code.
import { useMemo } from 'preact/hooks'
import encodeQR from 'qr'

/** By an address of its own, so that no markup is made from the text. `size` is in CSS pixels. */
export const QrPicture = ({ text, alt, size }: { text: string; alt: string; size: number }) => {
  const source = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(encodeQR(text, 'svg', { ecc: 'medium', border: 2 }))}`,
    [text],
  )
  return <img class="qr" src={source} alt={alt} width={size} height={size} />
}
