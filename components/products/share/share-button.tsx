'use client'
import dynamic from 'next/dynamic'
import { type ReactNode, useRef, useState } from 'react'
import { useMay } from '@/components/frame/use-may'
import { Button, type ButtonProps } from '@/components/ui/button'
import type { ProductItem } from '@/lib/products/schema'
import { loadShareSheet } from './load'

const ShareSheet = dynamic(loadShareSheet)

interface ShareButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'icon' | 'className'> {
  shop: string
  product: ProductItem
  children: ReactNode
}

/** Opens the sheet with every way to share a product; the sheet's code comes when somebody means to. */
export function ShareButton({ shop, product, children, ...look }: ShareButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const mayShare = useMay('products.share')
  if (!mayShare) return null
  // The sheet arrives late when it is first wanted, and does not know where the focus came from.
  const close = () => {
    setIsOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <span
      onPointerEnter={() => void loadShareSheet()}
      onFocus={() => void loadShareSheet()}
      className="contents"
    >
      <Button {...look} ref={button} onPress={() => setIsOpen(true)}>
        {children}
      </Button>
      {isOpen && <ShareSheet shop={shop} product={product} onClose={close} />}
    </span>
  )
}
