#pragma once
#include <errno.h>
#include <seccomp.h>

/* The actions are function-like macros or macros with a cast, which Swift does not import. */
static const uint32_t cseccomp_allow = SCMP_ACT_ALLOW;
static const uint32_t cseccomp_kill = SCMP_ACT_KILL_PROCESS;
static inline uint32_t cseccomp_refuse(int number) { return SCMP_ACT_ERRNO(number); }

/* __NR_SCMP_ERROR is a macro for a negative number: a call that this architecture lacks. */
static const int cseccomp_no_such_call = __NR_SCMP_ERROR;
