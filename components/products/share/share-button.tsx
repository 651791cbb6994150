'use client'
import { type ReactNode, useRef, useState } from 'react'
import { useMay } from '@/components/frame/use-may'
import { Button, type ButtonProps } from '@/components/ui/button'
import { dynamic } from '@/components/ui/dynamic'
import type { ProductItem } from '@/lib/products/schema'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

export const loadShareSheet = lazyWithMessages(() => import('./share-sheet'))
const ShareSheet = dynamic(loadShareSheet)

interface ShareButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'icon' | 'className'> {
  shop: string
  product: ProductItem
  children: ReactNode
}

/** Loads the sheet on intent. */
export function ShareButton({ shop, product, children, ...look }: ShareButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const mayShare = useMay('products.share')
  if (!mayShare) return null
  // The sheet loads late at first and cannot know the element that had focus, so restore it.
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
