'use client'
import { useTranslations } from 'use-intl'
import type { FrameShop } from '../types'
import type { Sections } from './sections'

/** Returns a function that finds pages of the settings by the words of their names and of what is on them. */
export function useFindSettings() {
  const t = useTranslations('frame')
  return (settings: Sections['settings'], typed: string): Sections['settings'] => {
    const words = typed.toLocaleLowerCase().split(/\s+/)
    return settings.filter(({ section }) => {
      const text = `${t(`nav.${section}`)} ${t(`settings.about.${section}`)}`.toLocaleLowerCase()
      return words.every((word) => text.includes(word))
    })
  }
}

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
