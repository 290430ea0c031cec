#pragma once
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* <fcntl.h> names O_TMPFILE only under _GNU_SOURCE, which Swift's Glibc module is built without. */
static const int clinux_o_tmpfile = __O_TMPFILE;

/* <stdio.h> declares renameat2 only under _GNU_SOURCE, and syscall(2) is variadic, which Swift
   does not import. `flags` is 0, RENAME_NOREPLACE or RENAME_EXCHANGE. */
static inline int clinux_renameat2(int old_directory, const char *old_name, int new_directory,
                                   const char *new_name, unsigned int flags) {
  return (int)syscall(SYS_renameat2, old_directory, old_name, new_directory, new_name, flags);
}

/* RENAME_NOREPLACE and RENAME_EXCHANGE are macros over a shift, which Swift does not import. */
static const unsigned int clinux_rename_noreplace = RENAME_NOREPLACE;
static const unsigned int clinux_rename_exchange = RENAME_EXCHANGE;

/* The Landlock ABI of the running kernel, or -1: glibc has no wrapper for
   landlock_create_ruleset(2), syscall(2) is variadic, and Debian 12's headers may be older than
   the kernel, so the flag LANDLOCK_CREATE_RULESET_VERSION (1) is spelled out. */
static inline int clinux_landlock_abi(void) {
#ifdef SYS_landlock_create_ruleset
  return (int)syscall(SYS_landlock_create_ruleset, (void *)0, (size_t)0, 1u);
#else
  return -1;
#endif
}

/* Whether seccomp filters are offered: seccomp(SECCOMP_GET_ACTION_AVAIL) asks and changes nothing;
   syscall(2) is variadic. */
static inline int clinux_has_seccomp_filter(void) {
  unsigned int action = SECCOMP_RET_KILL_PROCESS;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0u, &action) == 0;
}

/* Which module owns struct timespec is a matter of the order in which Swift 6.3 loads them, and with
   MemberImportVisibility its fields may be out of reach. Answers 0 for a clock that is not there. */
static inline long long clinux_nanoseconds(clockid_t clock) {
  struct timespec time = {0};
  clock_gettime(clock, &time);
  return (long long)time.tv_sec * 1000000000 + time.tv_nsec;
}
