/*
 * Stands in for zod in the browser's bundle (vite.config.ts). The contract's schemas are for the server, the tests and
 * the types; a browser that carried them would load 8 kB more to check what the server has checked already.
 */

// Whatever is asked of it, called or read, is itself again.
const nothing: unknown = new Proxy(() => {}, { get: () => nothing, apply: () => nothing })

// The names that the contract uses of `zod/mini`. A missing one fails the build.
export const _default = nothing
export const array = nothing
export const boolean = nothing
export const date = nothing
export const extend = nothing
export const int = nothing
export const iso = nothing
export const literal = nothing
export const looseObject = nothing
export const maxLength = nothing
export const maximum = nothing
export const minLength = nothing
export const minimum = nothing
export const nonnegative = nothing
export const nullable = nothing
export const number = nothing
export const object = nothing
export const optional = nothing
export const pipe = nothing
export const record = nothing
export const regex = nothing
export const startsWith = nothing
export const string = nothing
export const toLowerCase = nothing
export const transform = nothing
export const trim = nothing
export const union = nothing
export const uuid = nothing
export const globalRegistry = nothing
const anEnum = nothing

export { anEnum as enum }
