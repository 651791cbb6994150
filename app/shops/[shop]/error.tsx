'use client'
/** Repeats app/error.tsx inside the shop frame, so that its navigation stays available. */
export { default } from '@/app/error'
