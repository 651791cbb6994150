'use client'
/** The same words inside the frame, so that the way to the other pages stays open. */
export { default } from '@/app/error'
