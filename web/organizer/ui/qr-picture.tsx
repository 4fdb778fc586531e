// A text as a QR code.
import { useMemo } from 'preact/hooks'
import encodeQR from 'qr'

/** By an address of its own, so that no markup is made from the text. `size` is in CSS pixels. */
export const QrPicture = ({
  text,
  alt,
  size,
  isLarge = false,
}: {
  text: string
  alt: string
  size: number
  isLarge?: boolean
}) => {
  const source = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(encodeQR(text, 'svg', { ecc: 'medium', border: 2 }))}`,
    [text],
  )
  return <img class={isLarge ? 'qr large' : 'qr'} src={source} alt={alt} width={size} height={size} />
}
