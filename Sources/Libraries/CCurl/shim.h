#pragma once
#include <curl/curl.h>

/* curl_easy_setopt and curl_easy_getinfo are variadic, which Swift does not import; each of these
   passes one kind of value. Texts are copied by libcurl but for CURLOPT_POSTFIELDS. */
static inline CURLcode ccurl_set_text(CURL *transfer, CURLoption option, const char *text) {
  return curl_easy_setopt(transfer, option, text);
}
static inline CURLcode ccurl_set_number(CURL *transfer, CURLoption option, long number) {
  return curl_easy_setopt(transfer, option, number);
}
static inline CURLcode ccurl_set_list(CURL *transfer, CURLoption option, struct curl_slist *list) {
  return curl_easy_setopt(transfer, option, list);
}
static inline CURLcode ccurl_set_receiver(CURL *transfer,
                                          size_t (*receive)(char *, size_t, size_t, void *),
                                          void *context) {
  CURLcode code = curl_easy_setopt(transfer, CURLOPT_WRITEFUNCTION, receive);
  return code == CURLE_OK ? curl_easy_setopt(transfer, CURLOPT_WRITEDATA, context) : code;
}
static inline CURLcode ccurl_get_number(CURL *transfer, CURLINFO info, long *number) {
  return curl_easy_getinfo(transfer, info, number);
}
