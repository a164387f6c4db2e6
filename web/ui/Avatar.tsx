import { useState } from 'react'
import { cx } from './cx.ts'
import { hash } from './seed.ts'

export type AvatarPerson = { id: string; name: string; src?: string | null | undefined }

export type AvatarProps = AvatarPerson & {
  /** Side in pixels. */
  size?: number
  className?: string
}

// A Thai vowel that is written before its consonant is no initial.
const leading = /^[\u0e40-\u0e44]/

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = (word = '') => Array.from(word.replace(leading, ''))[0] ?? ''
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : '')).toLocaleUpperCase()
}

/** A person's picture, or their initials on a hue drawn from the id. It has no words: the name stands beside it. */
export function Avatar({ id, name, src, size = 40, className }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const shape = cx('inline-grid shrink-0 select-none place-items-center rounded-full object-cover', className)
  if (src && src !== broken)
    return (
      <img
        src={src}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(src)}
        className={cx(shape, 'bg-sunken')}
        style={{ width: size, height: size }}
      />
    )
  return (
    <span
      aria-hidden="true"
      data-hue={hash(id) % 12}
      className={cx(shape, 'bg-(--hue-ground) font-semibold text-(--hue-ink)')}
      style={{ width: size, height: size, fontSize: Math.max(11, size * 0.38) }}
    >
      {initials(name)}
    </span>
  )
}
