import { hash, stream } from './seed.ts'

export type Leafage = { x: number; y: number; r: number; shade: 1 | 2 | 3 | 4; opacity: number }
export type Scene = {
  palette: number
  sun: { x: number; y: number; r: number }
  hills: [string, string]
  trunk: string
  leaves: Leafage[]
  sparks: { x: number; y: number; r: number }[]
}

export const palettes = 8
export const width = 400
export const height = 225

const whole = (n: number) => Math.round(n * 10) / 10

/** A rain tree drawn from an id: the same id gives the same tree everywhere. */
export function scene(id: string): Scene {
  const seed = hash(id)
  const next = stream(seed)
  const between = (low: number, high: number) => low + next() * (high - low)
  const side = next() < 0.5 ? -1 : 1

  const x = width / 2 + side * between(10, 70)
  const foot = between(196, 208)
  const reach = between(118, 158)
  const crown = between(84, 104)
  const rise = between(24, 38)

  // The wide umbrella: circles along a flat arch, the lower and darker first, the sunlit ones on top.
  const leaves: Leafage[] = []
  const rows = [
    { count: 11, lift: 6, spread: 1, r: [22, 34], shades: [1, 1, 2] },
    { count: 9, lift: -12, spread: 0.84, r: [24, 42], shades: [2, 2, 3] },
    { count: 7, lift: -34, spread: 0.6, r: [18, 36], shades: [2, 3, 3] },
    { count: 6, lift: -44, spread: 0.5, r: [8, 20], shades: [3, 4, 4] },
  ] as const
  for (const row of rows)
    for (let i = 0; i < row.count; i++) {
      const along = (i / (row.count - 1)) * 2 - 1
      const t = Math.max(-1, Math.min(1, along + between(-0.08, 0.08)))
      leaves.push({
        x: whole(x + t * reach * row.spread),
        y: whole(crown + row.lift + t * t * rise * row.spread + between(-6, 6)),
        r: whole(between(row.r[0], row.r[1]) * (1 - 0.28 * Math.abs(t))),
        shade: row.shades[Math.floor(next() * 3)] ?? 2,
        opacity: whole(between(0.55, 0.9)),
      })
    }

  const lean = -side * between(2, 12)
  const fork = crown + 46
  const branch = (dx: number, dy: number, w: number) =>
    `M${whole(x + lean - w)} ${whole(fork + 8)}Q${whole(x + dx * 0.35)} ${whole(fork - 6)} ${whole(x + dx)} ${whole(crown + dy)}Q${whole(x + dx * 0.45)} ${whole(fork + 2)} ${whole(x + lean + w)} ${whole(fork + 14)}Z`
  const trunk =
    `M${whole(x - 15)} ${whole(foot + 4)}Q${whole(x - 3)} ${whole(foot - 8)} ${whole(x + lean - 5)} ${whole(fork)}L${whole(x + lean + 5)} ${whole(fork)}Q${whole(x + 5)} ${whole(foot - 8)} ${whole(x + 17)} ${whole(foot + 4)}Z` +
    branch(-reach * 0.55, 18, 5) +
    branch(reach * 0.55, 18, 5) +
    branch(-reach * 0.22, -4, 4) +
    branch(reach * 0.22, -4, 4)

  const hill = (base: number, bump: number) => {
    const peak = between(60, 340)
    return `M0 ${whole(base + between(-8, 8))}C${whole(peak * 0.5)} ${whole(base - bump)} ${whole(peak)} ${whole(base - bump)} ${whole((peak + width) / 2)} ${whole(base)}S${width - 30} ${whole(base - bump * 0.4)} ${width} ${whole(base - bump * 0.3)}V${height}H0Z`
  }

  return {
    palette: (seed >>> 8) % palettes,
    sun: { x: whole(width / 2 - side * between(80, 150)), y: whole(between(38, 84)), r: whole(between(16, 30)) },
    hills: [hill(178, between(16, 34)), hill(203, between(4, 12))],
    trunk,
    leaves,
    sparks: Array.from({ length: 9 }, () => ({
      x: whole(x + between(-1, 1) * reach),
      y: whole(between(crown + 40, foot - 6)),
      r: whole(between(0.9, 2.2)),
    })),
  }
}
