// Hashes of directories, of Firebase, and of the highest costs that are taken, made by other implementations: passlib 1.7, glibc's crypt,
// and what Firebase publishes.
import { b73, horse, unicode } from './vectors.ts'

/** Origin, secret, hash. */
export const otherVectors: readonly (readonly [string, string, string])[] = [
  ['passlib', horse, '{SSHA}awc/Cj0kafyFd5d8fGn07xoHBJJzYWx0c2FsdA=='],
  ['passlib', horse, '{SSHA}zj5ows3u6e4YzHrgVeFL/XrCJaRhYmNk'],
  ['passlib', unicode, '{SSHA}2B+OTzgwlxFrjhIkIj/jEob8WstzYWx0c2FsdA=='],
  ['passlib', unicode, '{ssha}2B+OTzgwlxFrjhIkIj/jEob8WstzYWx0c2FsdA=='],
  ['passlib', b73, '{SSHA}RHuhe7QfQANqXRBT7EPlLE6k0BBzYWx0c2FsdA=='],
  ['passlib', unicode, '{SSHA256}nmVjsshq6aXEt+lFgv+ncGTxC+8MU096n2BtZOunoH9zYWx0c2FsdA=='],
  ['passlib', horse, '{SSHA512}50rsRNBf8j3I5xE+QwaHdFyMhOzITssZ8BB3UxwQ+SI1JKygYm6ZeRYTDuUyFZIIqDonoTuXwB0Z/MAPhgQCFHNhbHRzYWx0'],
  [
    'github.com/firebase/scrypt',
    'user1password',
    '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,' +
      'sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$' +
      'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  ],
  ['glibc', horse, '$6$rounds=656000$saltstring$/Mc4ux3v58RwpU61DMLb7QozlrNJ8KKcRgENkKiHavpSFRaBlZL7VqpGfTGfCM64RjSbLG9uqX2Pxx16/ND8m/'],
  ['passlib', horse, '$P$Isaltsalt3QwOKUjDowcr7V6Oklakb0'],
]
