import type { LevelIcon } from '#contract/level.ts'

/** The lines of each drawing, in a square of 24 units; LevelMark draws them 2 units wide. */
export const levelIconPaths: Record<LevelIcon, string> = {
  sprout: 'M12 21v-9M12 13c0-4-3-6-8-6 0 5 3 7 8 6zM12 10c0-4 3-6 8-6 0 5-3 7-8 6z',
  medal: 'M8 3l4 6 4-6M12 21a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM12 13v4',
  star: 'M12 3l2.7 5.7 6.3.8-4.6 4.3 1.2 6.2-5.6-3-5.6 3 1.2-6.2L3 9.5l6.3-.8z',
  shield: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4',
  trophy: 'M7 4h10v5a5 5 0 0 1-10 0zM7 6H4c0 3 1 5 3 5M17 6h3c0 3-1 5-3 5M12 14v6M8 20h8',
  crown: 'M4 19h16M4.5 15L3 6l5 4 4-6 4 6 5-4-1.5 9z',
  diamond: 'M7 4h10l4 5-9 11L3 9zM3 9h18M9 9l3 10 3-10',
  bean: 'M17.8 5.1A5.5 9 40 0 1 6.2 18.9A5.5 9 40 0 1 17.8 5.1zM17.8 5.1C17.5 9.5 13.5 9.5 12 12s-1.5 5.5-5.8 6.9',
  cup: 'M4 9h12v6a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5zM16 11h2a2.5 2.5 0 0 1 0 5h-2M8 5.5V3M12 5.5V3',
  flame: 'M12 3c1 4 5.5 6 5.5 11a5.5 5.5 0 0 1-11 0c0-2 1-4 2.5-5 0 2 1 3 2 3 1.5-3-.5-6 1-9z',
  drop: 'M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11zM9 14a3 3 0 0 0 3 3',
  road: 'M7 21L10 3M17 21L14 3M12 4v2.5M12 10.5v3M12 17.5v3',
  mountain: 'M3 20L9 8l4 7 2.5-4L21 20zM15 6a2 2 0 1 0 4 0 2 2 0 0 0-4 0',
  glass: 'M8 3h8l-.3 5.5a3.7 3.7 0 0 1-7.4 0zM12 12.5V21M8.5 21h7M8 7h8',
  bottle: 'M10 3h4v5l2.5 3.5V21h-9v-9.5L10 8zM7.5 14h9M7.5 18h9',
  barrel: 'M7 4h10c2.5 5 2.5 11 0 16H7C4.5 15 4.5 9 7 4zM5.5 9h13M5.5 15h13',
}
