'use client'
import { createContext, useContext } from 'react'
import { cx } from '../ui/cx'
import { visibleName } from '../ui/text/visible-text'

/** The name and logo that a shop's customers see. `logo`: the address of the picture. */
export interface Brand {
  name: string | null
  logo: string | null
}

export const ShopBrand = createContext<Brand>({ name: null, logo: null })

/** The shop's logo and public name, as shown beside a QR code; nothing if it has neither. */
export function BrandLine({ isLarge = false }: { isLarge?: boolean }) {
  const { name, logo } = useContext(ShopBrand)
  if (name === null && logo === null) return null
  return (
    <p className="flex max-w-full flex-col items-center gap-1.5 text-center">
      {logo !== null && <LogoImage address={logo} className={isLarge ? 'h-16 max-w-64' : 'h-9 max-w-36'} />}
      {name !== null && (
        <bdi className={cx('max-w-full font-medium wrap-anywhere', isLarge ? 'text-lg' : 'text-sm')}>
          {visibleName(name)}
        </bdi>
      )}
    </p>
  )
}

interface LogoImageProps {
  address: string
  /** The alternative text. Empty if text next to it says the same. */
  label?: string
  className: string
}

/** A logo on paper white: many are drawn for it, and have no background. */
export function LogoImage({ address, label = '', className }: LogoImageProps) {
  // eslint-disable-next-line next/no-img-element -- the optimiser would ask for it without the person's session
  return <img src={address} alt={label} className={cx('rounded-xs bg-qr-paper object-contain', className)} />
}
