#pragma once
#include <popt.h>

/* The POPT_ARG_… kinds carry unsigned suffixes that differ from the field they go into, and the
   POPT_ERROR_… codes are unparenthesised negative macros: both are given a C type here, so that
   Swift compares numbers of one type. */
static const unsigned int cpopt_arg_none = POPT_ARG_NONE;
static const unsigned int cpopt_arg_string = POPT_ARG_STRING;
static const int cpopt_error_no_argument = POPT_ERROR_NOARG;
static const int cpopt_error_bad_option = POPT_ERROR_BADOPT;
static const int cpopt_error_unwanted_argument = POPT_ERROR_UNWANTEDARG;
static const unsigned int cpopt_bad_option_no_alias = POPT_BADOPTION_NOALIAS;

/* <popt.h> gives the name poptOption to a struct and, in C, to a pointer to it; Swift finds that
   ambiguous. */
typedef struct poptOption cpopt_option;
