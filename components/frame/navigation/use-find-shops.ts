import { useTranslations } from 'use-intl'
import type { FrameShop } from '../types'

/** Returns a function that finds shops by words of their name, their gateway shop ID and their mode. */
export function useFindShops() {
  const t = useTranslations('frame.shopMode')
  return (shops: readonly FrameShop[], typed: string): readonly FrameShop[] => {
    const words = typed.toLocaleLowerCase().split(/\s+/)
    return shops.filter(({ name, gateway_shop_id: id, mode, isArchived }) => {
      const text = `${name} ${id} ${t(isArchived ? 'archived' : mode)}`.toLocaleLowerCase()
      return words.every((word) => text.includes(word))
    })
  }
}
