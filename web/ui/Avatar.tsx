import { useState } from 'react'
import { cx } from './cx.ts'
import { hash } from './seed.ts'

export type AvatarPerson = { id: string; name: string; src?: string | null | undefined }

export type AvatarProps = AvatarPerson & {
  /** Side in pixels. */
  size?: number
  /** Speaks the name. Leave it out where the name stands beside the picture, so that it is not read twice. */
  labelled?: boolean
  className?: string
}

// Thai vowels that are written before their consonant do not start a name.
const leading = /^[\u0e40-\u0e44]/

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = (word = '') => Array.from(word.replace(leading, ''))[0] ?? ''
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : '')).toLocaleUpperCase()
}

/** A person's picture, or the initials on a ground whose hue is drawn from the id. */
export function Avatar({ id, name, src, size = 40, labelled, className }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const shape = cx('inline-grid shrink-0 select-none place-items-center rounded-full object-cover', className)
  if (src && src !== broken)
    return (
      <img
        src={src}
        alt={labelled ? name : ''}
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
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it has the role whenever it has the label
    <span
      role={labelled ? 'img' : undefined}
      aria-label={labelled ? name : undefined}
      aria-hidden={labelled ? undefined : 'true'}
      data-hue={hash(id) % 12}
      className={cx(shape, 'bg-(--hue-ground) font-semibold text-(--hue-ink)')}
      style={{ width: size, height: size, fontSize: Math.max(11, size * 0.38) }}
    >
      {initials(name)}
    </span>
  )
}
