#pragma once
#include <curl/curl.h>

/* curl_easy_setopt and curl_easy_getinfo are variadic, which Swift does not import: one function for
   each kind of value that is given or asked for. */
static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *text) {
  return curl_easy_setopt(handle, option, text);
}

static inline CURLcode ccurl_set_number(CURL *handle, CURLoption option, long number) {
  return curl_easy_setopt(handle, option, number);
}

/* The body's bytes and what callbacks are given: the caller keeps them alive. */
static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, const void *pointer) {
  return curl_easy_setopt(handle, option, pointer);
}

static inline CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *list) {
  return curl_easy_setopt(handle, option, list);
}

/* Numbers that may be larger than a long is on some machines: the options whose names end with _LARGE. */
static inline CURLcode ccurl_set_offset(CURL *handle, CURLoption option, curl_off_t offset) {
  return curl_easy_setopt(handle, option, offset);
}

/* CURLOPT_WRITEFUNCTION, CURLOPT_HEADERFUNCTION and CURLOPT_READFUNCTION, whose functions have one form. */
static inline CURLcode ccurl_set_receiver(CURL *handle, CURLoption option,
                                          size_t (*receiver)(char *, size_t, size_t, void *)) {
  return curl_easy_setopt(handle, option, receiver);
}

static inline CURLcode ccurl_get_number(CURL *handle, CURLINFO info, long *number) {
  return curl_easy_getinfo(handle, info, number);
}

static inline CURLcode ccurl_get_offset(CURL *handle, CURLINFO info, curl_off_t *offset) {
  return curl_easy_getinfo(handle, info, offset);
}

/* CURL_GLOBAL_DEFAULT is a macro over others, which Swift does not import. */
static inline CURLcode ccurl_begin(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
